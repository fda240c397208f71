/** How the terminal names itself, to wallets and, as `Origin`, to servers that want one. */
export const metadata = {
  name: "wmodal",
  description: "A wallet in a terminal",
  url: "http://localhost",
  icons: [],
} as const
