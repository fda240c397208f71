import "@wmodal/modal-web/button.css"
import { cookieToInitialState } from "@wmodal/modal-web/ssr"
import { headers } from "next/headers"
import type { ReactNode } from "react"
import { Providers } from "./providers"

export const metadata = { title: "wmodal with Next" }

export default async function Layout({ children }: { children: ReactNode }) {
  const initialState = cookieToInitialState((await headers()).get("cookie"))
  return (
    <html lang="en">
      <body>
        <Providers initialState={initialState}>{children}</Providers>
      </body>
    </html>
  )
}
