//! What every request must have, and every answer has: who may ask, from which page, and what a browser may
//! do with the answer.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, Response, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::IntoResponse as _;

use crate::secret::same;

/// Who may ask.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The secret of a server that can be reached from other machines.
    token: Option<String>,
}

/// The name of the cookie that holds the token.
const COOKIE: &str = "hinterhand";

/// The headers of every answer.
const HEADERS: [(&str, &str); 8] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()"),
    ("vary", "cookie"),
];

impl Guard {
    /// The guard of a server on loopback, or of one that asks for a token.
    pub(crate) fn new(token: Option<String>) -> Guard {
        Guard { token }
    }

    /// Why a request is refused.
    fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(host) = text(header::HOST) else {
            return Some((StatusCode::BAD_REQUEST, "no host is named"));
        };
        // A page of another name that leads to this machine is another page.
        if self.token.is_none() && !is_loopback(host) {
            return Some((StatusCode::FORBIDDEN, "this server answers to localhost alone; see --public"));
        }
        let reads =
            (*method == Method::GET || *method == Method::HEAD) && !headers.contains_key(header::UPGRADE);
        match text(header::ORIGIN) {
            Some(origin) if !is_origin(origin, host) => {
                return Some((StatusCode::FORBIDDEN, "the request comes from another page"));
            }
            None if !reads => {
                return Some((StatusCode::FORBIDDEN, "the request names no page that it comes from"));
            }
            _ => {}
        }
        let given = text(header::COOKIE).and_then(cookie);
        match &self.token {
            Some(token) if !given.is_some_and(|given| same(given, token)) => Some((
                StatusCode::UNAUTHORIZED,
                "this server asks for the token that it printed: /?token=...",
            )),
            _ => None,
        }
    }

    /// The answer to a link with the right token: a cookie, and the page without the token in its address.
    fn welcome(&self, uri: &Uri) -> Option<Response<Body>> {
        let token = self.token.as_ref()?;
        let given = uri.query()?.split('&').find_map(|part| part.strip_prefix("token="))?;
        if uri.path() != "/" || !same(given, token) {
            return None;
        }
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000");
        Some(
            (StatusCode::SEE_OTHER, [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, cookie)])
                .into_response(),
        )
    }
}

/// The value of our cookie.
fn cookie(header: &str) -> Option<&str> {
    header.split(';').find_map(|part| part.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// Whether a host is this machine.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    matches!(name, "localhost" | "127.0.0.1" | "::1")
}

/// Whether a page of this origin was served under this host.
fn is_origin(origin: &str, host: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| origin.strip_prefix(scheme) == Some(host))
}

/// Lets a request pass, or answers it, and adds the headers.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response<Body> {
    let mut answer = match guard.welcome(request.uri()) {
        Some(welcome) => welcome,
        None => match guard.refusal(request.method(), request.headers()) {
            Some((status, reason)) => (status, format!("{reason}\n")).into_response(),
            None => next.run(request).await,
        },
    };
    for (name, value) in HEADERS {
        answer.headers_mut().insert(HeaderName::from_static(name), value.parse().expect("a header"));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(guard: &Guard, method: &Method, given: &[(&str, &str)]) -> Option<u16> {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.insert(name.parse::<HeaderName>().expect("a name"), value.parse().expect("a value"));
        }
        guard.refusal(method, &headers).map(|(status, _)| status.as_u16())
    }

    #[test]
    fn only_own_pages_on_this_machine_may_ask() {
        let guard = Guard::new(None);
        let (host, origin) = (("host", "localhost:80"), ("origin", "http://localhost:80"));
        let upgrade = ("upgrade", "websocket");
        for (method, given, expected) in [
            (Method::GET, vec![host], None),
            (Method::GET, vec![], Some(400)),
            (Method::GET, vec![("host", "127.0.0.1:8000")], None),
            (Method::GET, vec![("host", "[::1]:8000")], None),
            (Method::GET, vec![("host", "evil.example")], Some(403)),
            (Method::GET, vec![("host", "localhost.evil.example")], Some(403)),
            (Method::POST, vec![host], Some(403)),
            (Method::POST, vec![host, origin], None),
            (Method::POST, vec![host, ("origin", "http://localhost:81")], Some(403)),
            (Method::POST, vec![host, ("origin", "null")], Some(403)),
            (Method::GET, vec![host, upgrade], Some(403)),
            (Method::GET, vec![host, upgrade, ("origin", "https://evil.example")], Some(403)),
            (Method::GET, vec![host, upgrade, origin], None),
        ] {
            assert_eq!(refused(&guard, &method, &given), expected, "{given:?}");
        }
    }

    #[test]
    fn a_public_server_asks_for_its_token() {
        let guard = Guard::new(Some("abc".to_owned()));
        let host = ("host", "example.org");
        assert_eq!(refused(&guard, &Method::GET, &[host]), Some(401));
        assert_eq!(refused(&guard, &Method::GET, &[host, ("cookie", "a=b; hinterhand=abd")]), Some(401));
        assert_eq!(refused(&guard, &Method::GET, &[host, ("cookie", "a=b; hinterhand=abc")]), None);
        let welcome = |uri: &str| guard.welcome(&uri.parse().expect("an address")).is_some();
        assert!(welcome("/?token=abc") && !welcome("/?token=abd") && !welcome("/api/games?token=abc"));
    }
}
