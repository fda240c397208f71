import type { DappResponse } from "@wmodal/chains"

const makeRejection = (code: number, text: string): DappResponse => ({ _tag: "Rejected", code, text })

/** Responses in place of the wallet's, with messages for the dApp's developer. Codes: EIP-1193, EIP-1474. */
export const rejections = {
  declined: makeRejection(4001, "The person declined the request."),
  notConnected: makeRejection(4100, "No wallet is connected, or another one."),
  otherAccount: makeRejection(4100, "The request is of another account than the one in use."),
  changed: makeRejection(4100, "The account or the network changed before the request was answered."),
  otherNetwork: makeRejection(4901, "The request is of another network than the one in use."),
  unknownNetwork: makeRejection(4901, "The wallet is on a network that this page does not use."),
  gone: makeRejection(4900, "The page's modal has ended."),
  tooMany: makeRejection(-32005, "Too many requests wait for an answer."),
  unbuilt: makeRejection(4900, "The payment could not be built: the network does not answer."),
  unpayable: (text: string) => makeRejection(-32000, text),
  unread: makeRejection(-32603, "The request could not be put into words. The wallet was not asked."),
} as const
