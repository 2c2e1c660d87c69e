// Loaded into wrk, which knows no proxies: a connection to port 443 becomes a tunnel to $TUNNEL_HOST
// through the proxy at 127.0.0.1:$TUNNEL_PORT.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int connect(int socket, const struct sockaddr *address, socklen_t length) {
  int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
  const struct sockaddr_in *wanted = (const struct sockaddr_in *)address;
  if (address->sa_family != AF_INET || ntohs(wanted->sin_port) != 443) return real(socket, address, length);
  struct sockaddr_in proxy = *wanted;
  proxy.sin_port = htons(atoi(getenv("TUNNEL_PORT")));
  int flags = fcntl(socket, F_GETFL);
  fcntl(socket, F_SETFL, flags & ~O_NONBLOCK);
  char text[512];
  int size = snprintf(text, sizeof text, "CONNECT %s:443 HTTP/1.1\r\nHost: %s:443\r\n\r\n",
                      getenv("TUNNEL_HOST"), getenv("TUNNEL_HOST"));
  if (real(socket, (struct sockaddr *)&proxy, sizeof proxy) != 0 || write(socket, text, size) != size) return -1;
  // The service says nothing before the client does, so no byte of TLS can follow the answer.
  size_t count = 0;
  while (count < sizeof text - 1) {
    ssize_t some = read(socket, text + count, sizeof text - 1 - count);
    if (some <= 0) break;
    text[count += some] = 0;
    if (strstr(text, "\r\n\r\n")) {
      fcntl(socket, F_SETFL, flags);
      if (strncmp(text, "HTTP/1.1 200", 12) == 0) return 0;
      break;
    }
  }
  errno = ECONNREFUSED;
  return -1;
}
