import { Effect } from "effect"
import type { Holdings } from "../holdings/Holdings.ts"
import type { Options } from "../options/Options.ts"
import { followReview, type ReviewDeps } from "../services/followReview.ts"
import type { Send } from "./Send.ts"

/** Returns the payment with its views: the visible view follows its state. Lives as long as the scope. */
export const followSend = (
  deps: ReviewDeps & {
    readonly options: { readonly features: Pick<Options["features"], "send"> }
    readonly holdings: Pick<Holdings, "refresh">
  },
  send: Send,
) =>
  Effect.map(
    followReview(deps, {
      state: send.state,
      form: "WalletSend",
      preview: "WalletSendPreview",
      isEnabled: () => deps.options.features.send,
      getPlace: (state) => {
        if (state._tag === "Left") return { _tag: "Receipt", entry: state.entry }
        return { _tag: state._tag === "Editing" ? "Form" : "Preview" }
      },
      onFormShown: deps.holdings.refresh,
      onForm: (state, { awaited, cameBack }, review) => {
        switch (state._tag) {
          case "Editing":
            return Effect.void
          case "Reviewing":
            return awaited ? review : send.back
          case "Asking":
            return cameBack ? send.back : review
          case "Left":
            return send.begin()
        }
      },
    }),
    (awaiting): Send => ({ ...send, review: awaiting(send.review) }),
  )
