import { polkadotNetworks, networks as table } from "@wmodal/protocol/networks"
import { bitcoin, createWModal, evm, polkadot, solana } from "./cdn.ts"
import { decodeAttribute } from "./page/decodeAttribute.ts"
import type { WModal } from "./page/WModal.ts"

declare global {
  /** The modal of the script tag with `data-wmodal`; absent when that attribute is not JSON. */
  var wmodal: WModal | undefined
}

const text = document.querySelector("script[data-wmodal]")?.getAttribute("data-wmodal") ?? null
const { options, problems } = decodeAttribute(text, { evm, solana, bitcoin, polkadot }, [
  ...table,
  ...polkadotNetworks,
])
// oxlint-disable-next-line no-console -- what the page's developer must know has no other place
for (const problem of problems) console.error("[wmodal]", problem)
if (options !== null) globalThis.wmodal = createWModal(options)
