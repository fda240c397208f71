export const ReviewRequest = () => null
