/** How many episodes the home page lists (specification, section 9). Alone in its file: no island needs the schemas. */
export const HOME_EPISODES = 4
