/**
 * # The modal
 *
 * What `createWModal` returns. Actions never throw into your page: those with an outcome return `{ ok: false, error }`,
 * where `error.tag` is stable and `error.text` is for users. `subscribe` and `watch` return a function that stops them.
 * `getState()` returns {@link WModalState}, and `subscribe` calls with it; `watch` follows {@link types!HostValues | HostValues}.
 *
 * @module modal
 */
export type { WModal, WModalState } from "@wmodal/modal-web"
