/**
 * Replaces the platform's `fetch` in the bundled client (`vite.config.ts`), so that its requests follow no redirect.
 * The platform's is looked up at each request, because a host may replace it.
 */
export const fetch: typeof globalThis.fetch = (input, init) =>
  globalThis.fetch(input, { ...init, redirect: "error" })
