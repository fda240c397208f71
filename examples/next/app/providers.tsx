"use client"

import { announceDevWallet } from "@wmodal/dev-wallet"
import { WModalProvider } from "@wmodal/modal-web/react"
import type { WModalInitialState } from "@wmodal/modal-web/ssr"
import type { ReactNode } from "react"
import { modal } from "./modal"

// Replaces a browser extension; does nothing on the server. Leave it out of your own app.
announceDevWallet()

export const Providers = (props: { initialState: WModalInitialState | null; children: ReactNode }) => (
  <WModalProvider modal={modal} initialState={props.initialState}>
    {props.children}
  </WModalProvider>
)
