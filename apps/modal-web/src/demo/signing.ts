import type { WModal } from "../index.ts"

interface Eip1193 {
  readonly request: (call: {
    readonly method: string
    readonly params: readonly unknown[]
  }) => Promise<unknown>
}

const isEip1193 = (provider: unknown): provider is Eip1193 =>
  typeof provider === "object" &&
  provider !== null &&
  "request" in provider &&
  typeof provider.request === "function"

const hex = (text: string) =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`

/** Asks the connected wallet as any dApp does: the modal shows what is asked, and then the wallet. */
const ask = async (
  modal: WModal,
  make: (address: string) => { method: string; params: readonly unknown[] },
) => {
  const account = modal.getAccount()
  const provider = modal.getProvider("eip155")
  if (account === null || !isEip1193(provider)) throw new Error("Connect a wallet first.")
  const signature = await provider.request(make(account.address))
  return typeof signature === "string" ? signature : JSON.stringify(signature)
}

export const signMessage = (modal: WModal, message: string) =>
  ask(modal, (address) => ({ method: "personal_sign", params: [hex(message), address] }))

export const signTypedData = (modal: WModal) =>
  ask(modal, (address) => ({
    method: "eth_signTypedData_v4",
    params: [address, JSON.stringify(letter(modal, address))],
  }))

/** The letter of EIP-712, from whoever is connected. */
const letter = (modal: WModal, address: string) => ({
  types: {
    EIP712Domain: [
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
    ],
    Mail: [
      { name: "from", type: "address" },
      { name: "contents", type: "string" },
    ],
  },
  primaryType: "Mail",
  domain: { name: "wmodal demo", version: "1", chainId: modal.getState().network?.network.id ?? 1 },
  message: { from: address, contents: "Hello, Bob!" },
})

/** Wallets refuse with odd values: 4001 is the person's own "no". */
export const explainRefusal = (refusal: unknown): string => {
  if (typeof refusal !== "object" || refusal === null) return "The wallet refused."
  if ("code" in refusal && refusal.code === 4001) return "Signature declined"
  return "message" in refusal && typeof refusal.message === "string" ? refusal.message : "The wallet refused."
}
