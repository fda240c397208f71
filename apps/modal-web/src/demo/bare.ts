import { createWModal, evm, mainnet } from "../index.ts"

/** The smallest page: the benchmark measures it as the cost before the modal is used. */
createWModal({ projectId: "bare", chains: [evm()], networks: [mainnet], shadowRoot: "open" })
