/** How many episodes the home page lists (docs/product.md, Home page). Alone here: no island needs the schemas. */
export const HOME_EPISODES = 4
