// Threads on a web host that sends no headers: a service worker of this page adds them to the files of this page. Only where there is no
// server of ours, which sends them itself, and only if the host has put `isolate.js` beside the page.

/** Reloads at most once per tab: a browser that stays unisolated keeps one thread. */
const KEY = 'thixo-isolated';

/** Registers the worker; the page is loaded again when it is in charge for the first time. */
export async function isolate(): Promise<void> {
  if (crossOriginIsolated || !('serviceWorker' in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register(new URL('./isolate.js', location.href).href, { updateViaCache: 'all' });
    await navigator.serviceWorker.ready;
    if (sessionStorage.getItem(KEY)) return;
    sessionStorage.setItem(KEY, '1');
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
    location.reload();
  } catch {
    // The host has no such file, or forbids it: one thread does as well, only slower.
  }
}
