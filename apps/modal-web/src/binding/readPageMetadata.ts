import type { Metadata } from "@wmodal/core"

/** Reads what wallets show of a dApp from its page: title, description, origin and icons. */
export const readPageMetadata = (): Metadata => ({
  name: document.title,
  description:
    document
      .querySelector("meta[property='og:description'],meta[name=description]")
      ?.getAttribute("content") ?? "",
  url: location.origin,
  // A wallet on another device reads the icons, so each needs an address of the web.
  icons: [...document.querySelectorAll<HTMLLinkElement>("link[rel~=icon]")].flatMap(({ href }) =>
    href.startsWith("http") ? href : [],
  ),
})
