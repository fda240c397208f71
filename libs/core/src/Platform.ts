import type { DiscoveryEnvironment } from "@wmodal/chains"
import { Context } from "effect"

/** What the engine needs to know of where it runs. */
export class Platform extends Context.Service<
  Platform,
  {
    readonly window: DiscoveryEnvironment["window"]
    readonly mobile: boolean
    /** For `sv`: `html`, `react` or `node`. */
    readonly name: "html" | "react" | "node"
    /** Warnings for the developer of the page, each once. Never holds a secret. */
    readonly warn: (text: string) => void
  }
>()("@wmodal/core/Platform") {}
