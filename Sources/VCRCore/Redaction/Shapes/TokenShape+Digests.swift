/// Digests of passwords, as user databases and their exports have them.
///
/// Who has one tries passwords on it for as long as it takes. The name of the method stays.
extension TokenShape {
  static let digests: [TokenShape] = [
    rows(
      "PASSWORD_HASH", .own("OpenBSD, crypt(3), bcrypt"), "2a$>{92}${k53}", "2b$>{92}${k53}",
      "2x$>{92}${k53}", "2y$>{92}${k53}"),
    rows(
      "PASSWORD_HASH", .own("PHC, the string format of digests of passwords"),
      "argon2id$>{f48-400}", "argon2i$>{f48-400}", "argon2d$>{f48-400}", "scrypt$>{f48-400}"),
    rows(
      "PASSWORD_HASH", .own("glibc and libxcrypt, crypt(5)"), "6$>{k8-16}${k86}",
      "6$rounds=>{94-9}${k8-16}${k86}", "5$>{k8-16}${k43}", "5$rounds=>{94-9}${k8-16}${k43}",
      "y$>{k3-6}${k20-24}${k43}", "gy$>{k3-6}${k20-24}${k43}"),
    rows("PASSWORD_HASH", .own("Apache, apr_md5"), "apr1$>{k1-8}${k22}"),
    rows(
      "PASSWORD_HASH", .own("Django, django.contrib.auth.hashers"),
      "pbkdf2_sha256$>{94-8}${f40-120}",
      "pbkdf2_sha1$>{94-8}${f28-100}"),
    rows(
      "PASSWORD_HASH", .own("Werkzeug, werkzeug.security"), "pbkdf2:sha256:>{94-8}${A8-64}${h64}",
      "pbkdf2:sha512:>{94-8}${A8-64}${h128}", "scrypt:>{94-8}:{91-2}:{91-2}${A8-64}${h64-128}"),
    rows(
      "PASSWORD_HASH", .own("Passlib, modular crypt format"), "pbkdf2-sha256$>{94-8}${f40-200}",
      "pbkdf2-sha512$>{94-8}${f60-240}"),
    rows("PASSWORD_HASH", .own("phpass, portable digests"), isWeak: true, "P$>{k31}", "H$>{k31}"),
    rows("PASSWORD_HASH", .own("Drupal, user_hash_password"), isWeak: true, "S$>{k52}"),
    rows(
      "PASSWORD_HASH", .own("PostgreSQL, pg_authid"), "SCRAM-SHA-256$>{94-8}:{v24-44}${v44}:{v44}"),
    rows(
      "PASSWORD_HASH", .own("OpenLDAP, userPassword, and RFC 2307"), "SSHA}>{v32-120}",
      "SSHA256}>{v48-140}", "SSHA384}>{v64-160}", "SSHA512}>{v88-200}", "SHA}>{v28}",
      "SMD5}>{v24-80}", "MD5}>{v24}"),
  ].flatMap { $0 }
}
