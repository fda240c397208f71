import { createWModal, evm, mainnet } from "../index.ts"

/** The least that a page can write: what is measured as the cost before anybody wants a wallet. */
createWModal({ projectId: "bare", chains: [evm()], networks: [mainnet] })
