import { later } from "./shell/later.tsx"

/** Each flow is its own chunk; only what a person sees first comes with the engine. */
export const connecting = later(() => import("./views/connect/ConnectingExternal.tsx"))
export const account = later(() => import("./views/account/Account.tsx"))
export const network = later(() => import("./views/network/index.ts"))
