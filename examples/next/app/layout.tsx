import "@wmodal/modal-web/button.css"
import { cookieToInitialState } from "@wmodal/modal-web/ssr"
import { headers } from "next/headers"
import { type ReactNode, Suspense } from "react"
import { Providers } from "./providers"

export const metadata = { title: "wmodal with Next" }

const WithAccount = async ({ children }: { children: ReactNode }) => {
  const initialState = cookieToInitialState((await headers()).get("cookie"))
  return <Providers initialState={initialState}>{children}</Providers>
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {/* Next renders what depends on a cookie later than the rest. */}
        <Suspense>
          <WithAccount>{children}</WithAccount>
        </Suspense>
      </body>
    </html>
  )
}
