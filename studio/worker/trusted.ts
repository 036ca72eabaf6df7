// The policy of the page asks for trusted addresses of scripts. The only ones are those of this site.

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** Lets workers come from this site, and nothing from elsewhere. */
export function trustOwnScripts(): void {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  policies?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin)
        throw new TypeError('Scripts come from this site only.');
      return url;
    },
  });
}
