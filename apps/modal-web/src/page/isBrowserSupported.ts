/**
 * Reports that this browser has what the modal needs: see docs/concepts/browsers.md. Constructed style sheets came with
 * Safari 16.4, `color-mix` with Chrome 111, `:has` with Firefox 121: each is the newest part that this browser needs.
 */
export const isBrowserSupported = (): boolean =>
  "adoptedStyleSheets" in document &&
  CSS.supports("(color:color-mix(in oklab,red,red)) and selector(:has(a))")
