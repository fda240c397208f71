import type { FrameReason } from "../host/FrameError.ts"
import type { WireMessage } from "./fakeFrame.ts"

/** What is asked in a model: what is settled at once, what a person must approve, what is read, and what stays silent. */
export const kinds = {
  chain: { name: "SWITCH_NETWORK", payload: { chainId: 1 }, answer: (mark: number) => ({ chainId: mark }) },
  sign: {
    name: "RPC_REQUEST",
    payload: { method: "personal_sign", params: [] },
    answer: (mark: number) => `0x${mark}`,
  },
  read: {
    name: "RPC_REQUEST",
    payload: { method: "eth_call", params: [] },
    answer: (mark: number) => [mark],
  },
  uri: {
    name: "GET_FARCASTER_URI",
    payload: undefined,
    answer: (mark: number) => ({ url: `https://farcaster.example/${mark}` }),
  },
} as const
export type RequestKind = keyof typeof kinds

/** What became of a question; `null` while it is open. */
export type ModelOutcome =
  | null
  | "silent"
  | "interrupted"
  | { readonly success: unknown }
  | { readonly failure: FrameReason }

interface ModelRequest {
  readonly kind: RequestKind
  readonly isPosted: boolean
  readonly isAborted: boolean
  readonly outcome: ModelOutcome
}

export type ChannelKind = "window" | "port"

/** How a frame answers: rightly, or as nothing that settles a question. */
export const manners = ["success", "error", "aborted", "otherName", "otherId", "malformed"] as const
export type ReplyManner = (typeof manners)[number]

const aborted = "Request was aborted"

/** The message of a frame that answers a question in some manner. */
export const makeModelReply = (
  kind: RequestKind,
  id: string,
  manner: ReplyManner,
  mark: number,
): WireMessage => {
  const { answer, name } = kinds[kind]
  const success = { type: `@w3m-frame/${name}_SUCCESS`, id, payload: answer(mark) }
  switch (manner) {
    case "success":
      return success
    case "error":
      return { type: `@w3m-frame/${name}_ERROR`, id, payload: { message: `No ${mark}` } }
    case "aborted":
      return { type: `@w3m-frame/${name}_ERROR`, id, payload: { message: aborted } }
    case "otherName":
      return { ...success, type: "@w3m-frame/IS_CONNECTED_SUCCESS", payload: { isConnected: true } }
    case "otherId":
      return { ...success, id: id.replace(/.$/, "x") }
    case "malformed":
      return { type: `@w3m-frame/${name}_ERROR`, id, payload: [mark] }
  }
}

/** What a bridge is to do, said a second time and more simply: with no time, no limits and no frame. */
export const makeModel = () => {
  let asked: readonly ModelRequest[] = []
  /** Places in `asked`, in the order in which they were posted. */
  const posted: number[] = []
  let line: ChannelKind | null = null

  const change = (
    which: (one: ModelRequest) => boolean,
    to: (one: ModelRequest) => Partial<ModelRequest>,
  ) => {
    asked = asked.map((one) => (one.outcome === null && which(one) ? { ...one, ...to(one) } : one))
  }
  const flush = () => {
    if (line === null) return
    asked.forEach((one, at) => {
      if (one.outcome === null && !one.isPosted) posted.push(at)
    })
    change(
      () => true,
      () => ({ isPosted: true }),
    )
  }
  const lose = () => {
    line = null
    change(
      ({ isPosted }) => isPosted,
      () => ({ outcome: { failure: { _tag: "Gone" } } }),
    )
  }
  const abort = (which: (one: ModelRequest) => boolean) =>
    change(which, ({ isPosted, kind }) => {
      if (kind === "uri") return { outcome: "silent" }
      const text = kind === "chain" ? "Something went wrong" : aborted
      return { outcome: { failure: { _tag: "Aborted", text, reached: isPosted } } }
    })

  return {
    asked: () => asked,
    posted: () => posted,
    ask: (kind: RequestKind) => {
      asked = [...asked, { kind, isPosted: false, isAborted: false, outcome: null }]
      flush()
    },
    ready: (way: ChannelKind) => {
      lose()
      line = way
      flush()
    },
    navigate: lose,
    reload: () => {
      abort(() => true)
      line = null
    },
    reject: () => {
      const isUntold =
        line === "window" &&
        asked.some(({ isPosted, kind, outcome }) => outcome === null && kind === "sign" && isPosted)
      abort(({ isPosted, kind }) => kind === "sign" && !(isPosted && line === "port"))
      change(
        ({ kind }) => kind === "sign",
        () => ({ isAborted: true }),
      )
      // It shows what nobody wants any more.
      if (isUntold) lose()
    },
    interrupt: (at: number) => {
      const one = asked[at]
      change(
        (other) => other === one,
        () => ({ outcome: "interrupted" }),
      )
      // Whoever is interrupted does not wait for a silent one either.
      asked = asked.map((other, place) =>
        place === at && other.outcome === "silent" ? { ...other, outcome: "interrupted" } : other,
      )
    },
    answer: (at: number, manner: ReplyManner, way: ChannelKind, mark: number) => {
      const one = asked[at]
      if (way !== line || one === undefined || !one.isPosted) return
      if (manner === "otherName" || manner === "otherId" || manner === "malformed") return
      change(
        (other) => other === one,
        ({ isAborted, kind }) => {
          if (manner === "success") return { outcome: { success: kinds[kind].answer(mark) } }
          const text = manner === "error" ? `No ${mark}` : aborted
          return manner === "aborted" && isAborted
            ? { outcome: { failure: { _tag: "Aborted", text, reached: false } } }
            : { outcome: { failure: { _tag: "Said", text } } }
        },
      )
    },
    close: () => abort(() => true),
  }
}
