import { polkadotNetworks, networks as table } from "@wmodal/protocol/networks"
import { bitcoin, createWModal, evm, polkadot, solana } from "./cdn.ts"
import { decodeAttribute } from "./page/decodeAttribute.ts"
import type { WModal } from "./page/WModal.ts"

declare global {
  /** The modal of the script tag with `data-wmodal`; absent when that attribute is not JSON. The first tag's stays. */
  var wmodal: WModal | undefined
}

const start = () => {
  const tags = [...document.querySelectorAll<HTMLScriptElement>("script[data-wmodal]")]
  // Its own: another tag may have failed to load. A module that imports this file has no tag.
  const tag = tags.find(({ src }) => src === import.meta.url) ?? tags[0]
  // An element with this id has the same name, and is no modal.
  const engine = globalThis.wmodal?.getState?.().engine
  if (engine !== undefined && engine !== "destroyed")
    return [
      `This page has two script tags of the modal. ${import.meta.url} does nothing, as globalThis.wmodal is the other's. Remove one.`,
    ]
  const { options, problems } = decodeAttribute(
    tag?.getAttribute("data-wmodal") ?? null,
    { evm, solana, bitcoin, polkadot },
    [...table, ...polkadotNetworks],
  )
  if (options !== null) globalThis.wmodal = createWModal(options)
  return problems
}

// oxlint-disable-next-line no-console -- what the page's developer must know has no other place
for (const problem of start()) console.error("[wmodal]", problem)
