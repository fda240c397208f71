import { walletConnect } from "@wmodal/walletconnect"
import { createWModal as create } from "./page/createWModal.ts"
import { isRemembered } from "./page/isRemembered.ts"
import type { WModal, WModalOptions } from "./page/WModal.ts"

export * from "./api.ts"

/** For pages without a bundler: they cannot install WalletConnect's client, so it is one of the chunks that load when used. */
export const createWModal = (options: WModalOptions): WModal =>
  create({ walletConnect: walletConnect(), ...options }, (cookie, networks) =>
    isRemembered(cookie)
      ? import("./page/firstState.ts").then(
          ({ readFirstState }) => readFirstState(cookie, networks),
          () => null,
        )
      : null,
  )
