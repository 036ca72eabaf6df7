// @ts-nocheck: it runs in a browser, as a service worker, and is copied as it is.

// Adds the headers that isolate a page to its files, on hosts that cannot be told to send them. It changes nothing else and keeps nothing.

addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  if (new URL(request.url).origin !== location.origin) return;
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  event.respondWith(
    fetch(request).then((response) => {
      if (response.type === 'opaque' || response.type === 'opaqueredirect' || response.status === 0) return response;
      const headers = new Headers(response.headers);
      headers.set('Cross-Origin-Opener-Policy', 'same-origin');
      headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
      headers.set('Cross-Origin-Resource-Policy', 'same-origin');
      const { status, statusText } = response;
      return new Response([204, 205, 304].includes(status) ? null : response.body, { status, statusText, headers });
    }),
  );
});
