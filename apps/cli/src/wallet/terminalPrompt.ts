import { type ApprovalRequest, describeRequest, type RequestDescription } from "@wmodal/dev-wallet"

/** Describes a request for the terminal, where no dApp is involved. */
export const toTerminalPrompt = (request: ApprovalRequest): RequestDescription => ({
  ...describeRequest(request),
  ...(isConnectRequest(request) && { title: "Connect this account" }),
})

const isConnectRequest = ({ _tag }: ApprovalRequest) => _tag === "Connect" || _tag === "ConnectAddresses"
