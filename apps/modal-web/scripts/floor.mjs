/** The oldest supported browsers, as in docs/concepts/browsers.md. Style sheets are compiled for them. */
export const floor = ["chrome111", "firefox121", "safari16.4"]
