import type { FrameReason } from "../host/FrameError.ts"
import type { WireMessage } from "./fakeFrame.ts"

/**
 * The requests of the model: one that settles at once, one that needs approval, a read, and one that stays silent.
 */
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

/** The outcome of a request; `null` while it is open. */
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

/** The replies of a frame: valid ones, and ones that settle no request. */
export const manners = ["success", "error", "aborted", "otherName", "otherId", "malformed"] as const
export type ReplyManner = (typeof manners)[number]

const aborted = "Request was aborted"

/** Returns a reply to a request in the given manner. */
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

/** A simple model of the bridge's behavior, without time, limits and a frame. */
export const makeModel = () => {
  let asked: readonly ModelRequest[] = []
  /** Indexes into `asked`, in the order of posting. */
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
      // The frame shows an aborted request.
      if (isUntold) lose()
    },
    interrupt: (at: number) => {
      const one = asked[at]
      change(
        (other) => other === one,
        () => ({ outcome: "interrupted" }),
      )
      // An interrupted caller stops waiting for a silent request, too.
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
