/** Episodes on the home page (docs/product.md, Home page). A separate file, so islands do not load the schemas. */
export const HOME_EPISODES = 4
