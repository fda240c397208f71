/** The origin of the dApp as the wallet shows it. */
export const storyOrigin = "https://story.example"
