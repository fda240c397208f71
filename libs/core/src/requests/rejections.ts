import type { DappResponse } from "@wmodal/chains"

const makeRejection = (code: number, text: string): DappResponse => ({ _tag: "Rejected", code, text })

/** Responses in place of the wallet's, with messages for the dApp's developer. Codes: EIP-1193, EIP-1474. */
export const rejections = {
  declined: makeRejection(4001, "The user rejected the request."),
  notConnected: makeRejection(4100, "No wallet, or a different wallet, is connected."),
  otherAccount: makeRejection(4100, "The request is for a different account."),
  changed: makeRejection(4100, "The account or the network changed before the request was answered."),
  otherNetwork: makeRejection(4901, "The request is for a different network."),
  unknownNetwork: makeRejection(4901, "The wallet is on a network that this site does not support."),
  gone: makeRejection(4900, "The modal was destroyed."),
  tooMany: makeRejection(-32005, "Too many requests are pending."),
  unbuilt: makeRejection(4900, "The payment could not be built: the network does not respond."),
  unpayable: (text: string) => makeRejection(-32000, text),
  unread: makeRejection(-32603, "The request could not be decoded, so the wallet was not asked."),
} as const
