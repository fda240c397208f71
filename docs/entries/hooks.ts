/**
 * # Hooks and components
 *
 * `@wmodal/modal-web/react`, for React 18.2 and later. All of them need a `<WModalProvider>` above them.
 *
 * @module hooks
 */
export * from "@wmodal/modal-web/react"
