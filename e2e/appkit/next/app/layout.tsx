import type { Metadata } from "next"
import { headers } from "next/headers"
import ContextProvider from "@/context"

export const metadata: Metadata = {
  title: "AppKit Example App",
  description: "A page of AppKit",
}

export default async function RootLayout({
  children,
}: Readonly<{
  children: React.ReactNode
}>) {
  const headersObj = await headers()
  const cookies = headersObj.get("cookie")

  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <ContextProvider cookies={cookies}>{children}</ContextProvider>
      </body>
    </html>
  )
}
