import type { DiscoveryEnvironment } from "@wmodal/chains"
import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"
import type { FrameHost } from "@wmodal/frame-rpc"
import { Context } from "effect"
import type { Device } from "./links/Device.ts"
import type { Metadata } from "./options/Options.ts"

/** The environment of the engine. */
export class Platform extends Context.Service<
  Platform,
  {
    readonly window: DiscoveryEnvironment["window"]
    readonly mobile: boolean
    /** The host of the page that asks, such as `app.example`; `null` outside a page. */
    readonly host: string | null
    readonly device: Device
    /** Returns the storage of WalletConnect sessions. Called once its code is loaded. */
    readonly walletConnectStorage: () => Promise<WalletConnectStorage>
    /** Returns the host of the embedded wallet's frame. Called once its code is loaded. */
    readonly frameHost: () => Promise<FrameHost>
    /** The page, for what the host's `metadata` leaves out; `null` outside a page. */
    readonly metadata: Metadata | null
    /** Returns the address of the page without query and fragment, and its host name; `null` outside a page. */
    readonly page: (() => { readonly url: string; readonly domain: string }) | null
    /** The `sv` parameter's platform: `html`, `react` or `node`. */
    readonly name: "html" | "react" | "node"
    /** Emits a warning for the app's developer, each once. Never contains a secret. */
    readonly warn: (text: string) => void
  }
>()("@wmodal/core/Platform") {}
