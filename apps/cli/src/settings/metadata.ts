/** The name and URL of the CLI for wallets and, as `Origin`, for servers that require one. */
export const metadata = {
  name: "wmodal",
  description: "A wallet in a terminal",
  url: "http://localhost",
  icons: [],
} as const
