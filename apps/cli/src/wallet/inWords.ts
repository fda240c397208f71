import { type ApprovalRequest, type RequestInWords, requestInWords } from "@wmodal/chains/dev"

/** The wallet's words, said for a terminal: nobody is on a site here. */
export const inWords = (request: ApprovalRequest): RequestInWords => ({
  ...requestInWords(request),
  ...(request._tag === "Connect" && { title: "Connect the dev wallet" }),
})
