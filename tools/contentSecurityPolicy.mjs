/**
 * What the page and its workers may load and ask: this origin, and nothing else. As a meta tag (vite.config.ts) it binds the page and
 * workers started from a blob, on any static host; our own server sends it as a header, too.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob:",
  "img-src 'self' blob: data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
