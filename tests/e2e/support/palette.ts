import type { Page } from 'playwright/test'

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
export const field = (page: Page) => page.getByRole('combobox', { name: 'Search for' })
export const chosen = (page: Page) => dialog(page).locator('[role="option"][aria-selected="true"]')
