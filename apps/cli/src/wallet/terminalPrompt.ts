import { type ApprovalRequest, describeRequest, type RequestDescription } from "@wmodal/dev-wallet"

/** The wallet's words, said for a terminal: nobody is on a site here. */
export const toTerminalPrompt = (request: ApprovalRequest): RequestDescription => ({
  ...describeRequest(request),
  ...(isConnectRequest(request) && { title: "Connect the dev wallet" }),
})

const isConnectRequest = ({ _tag }: ApprovalRequest) => _tag === "Connect" || _tag === "ConnectAddresses"
