import VCRCore

/// A script for k6, which sends the requests as load.
enum K6Export: LoadExport {
  static let word = "k6"
  static let title = "k6"
  static let suffix = ".js"

  static func text(_ script: LoadScript) -> String {
    return script.head(
      comment: "//",
      usage: "  k6 run -e BASE_URL=http://localhost:8080 --vus 10 --duration 1m FILE")
      + settings(script) + encoding + reading + sending + #"""
        export default function () {
          const v = {};

        """# + script.lines(start: "  send(", end: ");", comment: "  //") + "}\n"
  }

  /// The values from the environment, and those that have to be there.
  private static func settings(_ script: LoadScript) -> String {
    #"""
    import { check, fail, sleep } from 'k6';
    import encoding from 'k6/encoding';
    import http from 'k6/http';

    const thinkTime = Number(__ENV.THINK_TIME || 1);
    const addresses = \#(LoadScript.list(script.origins.indices.map(LoadScript.variable)));
    const variables = \#(LoadScript.list(script.secrets));
    const missing = addresses.concat(variables).filter((name) => !__ENV[name]);
    if (missing.length > 0) {
      throw new Error('these variables of the environment are not set: ' + missing.join(', '));
    }
    const base = addresses.map((name) => __ENV[name].replace(/\/+$/, ''));
    const secret = __ENV;


    """#
  }

  /// How values are written into the parts of a request.
  private static let encoding = #"""
    function percent(text) {
      return encodeURIComponent(text).replace(/[!'()*]/g,
        (letter) => '%' + letter.charCodeAt(0).toString(16).toUpperCase());
    }

    function path(text) {
      return text.split('/').map(percent).join('/');
    }

    function form(text) {
      return percent(text).replace(/%20/g, '+');
    }

    function string(text) {
      return JSON.stringify(text).slice(1, -1);
    }

    function number(text) {
      return text !== '' && isFinite(text) ? text : JSON.stringify(text);
    }

    function markup(text) {
      return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
    }

    function base64(text) {
      return new Uint8Array(encoding.b64decode(text));
    }

    function joined(parts) {
      const bytes = [];
      for (const part of parts) {
        const letters = typeof part === 'string' ? unescape(encodeURIComponent(part)) : null;
        const count = letters === null ? part.length : letters.length;
        for (let i = 0; i < count; i += 1) {
          bytes.push(letters === null ? part[i] : letters.charCodeAt(i));
        }
      }
      return new Uint8Array(bytes).buffer;
    }


    """#

  /// How values of a response are found.
  private static let reading = #"""
    function decoded(text) {
      return decodeURIComponent(text.replace(/\+/g, ' '));
    }

    function pair(query, name) {
      for (const text of query.split('&')) {
        const at = text.indexOf('=');
        if (at >= 0 && decoded(text.slice(0, at)) === name) return decoded(text.slice(at + 1));
      }
      return undefined;
    }

    function json(text) {
      // A number of more digits than a double holds is taken as a text.
      try {
        return JSON.parse(text.replace(/([:[,]\s*)(-?\d{16,})(?=\s*[,\]}])/g, '$1"$2"'));
      } catch (error) {
        return JSON.parse(text);
      }
    }

    function attribute(tag, name) {
      const pattern = /([^\s"'\/=]+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']*)))?/g;
      for (let match = pattern.exec(tag); match !== null; match = pattern.exec(tag)) {
        const value = match.slice(2).find((text) => text !== undefined);
        if (match[1].toLowerCase() === name && value !== undefined) return value;
      }
      return undefined;
    }

    function unescaped(text) {
      const words = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
      return text.replace(/&(#x?[0-9a-fA-F]+|[a-z]+);/g, (all, word) => {
        if (word[0] !== '#') return words[word] === undefined ? all : words[word];
        return String.fromCodePoint(
          word[1] === 'x' ? parseInt(word.slice(2), 16) : parseInt(word.slice(1), 10));
      });
    }

    function isField(tag) {
      return attribute(tag, 'name') !== undefined
        && (attribute(tag, 'value') !== undefined || attribute(tag, 'content') !== undefined);
    }

    function textOf(name, piece, after) {
      const end = piece.indexOf('>');
      const tag = piece.slice(0, Math.max(end, 0));
      if (/^[^\s\/]*/.exec(tag)[0] !== name || !after.startsWith('/' + name)) return '';
      return isField(tag) ? '' : piece.slice(end + 1);
    }

    function header(response, name) {
      const key = Object.keys(response.headers).find((key) => key.toLowerCase() === name);
      return response.headers[key];
    }

    // A value of a response; an error, or nothing, when it is not there.
    function found(response, kind, steps) {
      if (kind === 'json') return steps.reduce((value, step) => value[step], json(response.body));
      if (kind === 'header') return header(response, steps[0]);
      if (kind === 'cookie') return response.cookies[steps[0]][0].value;
      if (kind === 'form') return pair(response.body, steps[0]);
      if (kind === 'field') {
        const values = (response.body.match(/<[A-Za-z][^>]*/g) || [])
          .filter((tag) => attribute(tag, 'name') === steps[0])
          .map((tag) => {
            const value = attribute(tag, 'value');
            return value === undefined ? attribute(tag, 'content') : value;
          })
          .filter((value) => value !== undefined);
        return unescaped(values[steps[1]]);
      }
      if (kind === 'element') {
        const pieces = response.body.split('<').slice(1);
        const texts = pieces.map((piece, index) => textOf(steps[0], piece, pieces[index + 1] || ''));
        return unescaped(texts.filter((text) => text !== '')[steps[1]]);
      }
      return response.body.replace(/[\r\n]/g, '');
    }

    function partOf(url, part) {
      if (part.length === 0) return String(url);
      const match = /^(?:[^:/?#]+:)?(?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/.exec(url);
      if (part[0] === 'query') return pair(match[2] || '', part[1]);
      return decodeURIComponent(match[1].split('/').filter((word) => word !== '')[part[1]]);
    }


    """#

  /// How a request is sent, its response checked, and what it carries kept.
  private static let sending = #"""
    function send(v, pause, method, url, name, headers, body, status, carried) {
      if (pause * thinkTime > 0) sleep(pause * thinkTime);
      // The cookies that are sent stand in the requests.
      const response = http.request(method, url, body === '' ? null : body, {
        headers, redirects: 0, jar: new http.CookieJar(), tags: { name },
      });
      check(response, { [`${name} gives ${status}`]: (got) => got.status === status });
      for (const [key, kind, steps, part, prefix, suffix] of carried) {
        let value;
        try {
          const whole = found(response, kind, steps);
          value = whole === undefined || whole === null ? undefined : partOf(whole, part);
        } catch (error) {
          value = undefined;
        }
        if (value === undefined || !value.startsWith(prefix) || !value.endsWith(suffix)) {
          fail(`${name}: the response has no ${kind} ${steps}`);
        }
        v[key] = value.slice(prefix.length, value.length - suffix.length);
      }
    }


    """#
}
