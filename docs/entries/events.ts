/**
 * # Events
 *
 * `modal.subscribeEvents(listener)` and `useEvents(listener)` receive them in your page, whether or not
 * `features.analytics` is on. With it, `endpoints.analytics` receives them too. Each has a `name`, `properties` and a
 * `timestamp` in UTC milliseconds.
 *
 * @module events
 */
export type { EngineEvent, EngineEventName, EngineEvents } from "@wmodal/modal-web"
