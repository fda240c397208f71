import type { SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Message } from "../problems/presentProblem.ts"

/** The kind of a toast. */
export type ToastVariant = "loading" | "success" | "error"

/** A short notice over the modal. */
export interface Toast {
  readonly id: number
  readonly variant: ToastVariant
  readonly message: Message
}

/**
 * The toasts, one at a time: a new one appears 150 ms after the open one has closed, and stays 2500 ms unless it is
 * `loading`.
 */
export interface Toasts {
  readonly current: SubscriptionRef.SubscriptionRef<Toast | null>
  readonly show: (variant: ToastVariant, message: Message) => Effect.Effect<void>
  readonly hide: Effect.Effect<void>
}
