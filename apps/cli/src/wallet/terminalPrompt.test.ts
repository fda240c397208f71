import type { ApprovalRequest, DevNetwork } from "@wmodal/dev-wallet"
import { describe, expect, it } from "vitest"
import { toTerminalPrompt } from "./terminalPrompt.ts"

const network: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }
const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const common = { origin: "wmodal in this terminal", network, account } as const

describe("toTerminalPrompt", () => {
  it("names the wallet instead of a dApp when it connects", () => {
    expect(toTerminalPrompt({ _tag: "Connect", ...common, locked: false }).title).toBe("Connect this account")
    const otherChain = {
      _tag: "ConnectAddresses",
      origin: common.origin,
      on: "Solana",
      addresses: [],
      locked: false,
    } as const
    expect(toTerminalPrompt(otherChain).title).toBe("Connect this account")
  })

  it("keeps the description of every other request", () => {
    const request: ApprovalRequest = { _tag: "SignMessage", ...common, message: "0x6869" }
    expect(toTerminalPrompt(request).lines[0]).toEqual({ label: "Message", text: "hi" })
  })
})
