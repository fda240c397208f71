import { withBase } from "vitepress"
import { announce } from "#test-wallet"

/**
 * The servers of `npm run docs`, `null` on a published page: there the modal has no server, and connects the visitor's
 * own wallet.
 */
export const mock = __WMODAL_MOCK__

let made

/** Returns the modal of all pages, made on first use from the build for script tags. */
export const openModal = () => (made ??= makeModal())

const makeModal = async () => {
  const load = (file) =>
    import(/* @vite-ignore */ new URL(withBase(`/wmodal/${file}.js`), location.href).href)
  const { createWModal, evm, solana, bitcoin } = await load("wmodal")
  const { mainnet, solana: solanaMainnet, bitcoin: bitcoinMainnet } = await load("networks")
  if (mock !== null) announce(mock)
  return createWModal({
    chains: [evm(), solana(), bitcoin()],
    networks: [mainnet, solanaMainnet, bitcoinMainnet],
    ...(mock !== null && { projectId: mock.projectId, endpoints: mock.endpoints }),
    metadata: { name: "wmodal documentation" },
  })
}
