import type { HostedPage } from '../http/hosted-page.ts'
import { confirmPage } from './confirm-page.ts'
import { dataRequestArchivePage } from './data-request-archive-page.ts'
import { dataRequestFormPage } from './data-request-form-page.ts'
import { dataRequestPage } from './data-request-page.ts'
import { notMePage } from './not-me-page.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

/** Every hosted page; what is shown stands in files of their own, the frame around it in `http/mount-pages.ts`. */
export const pages: readonly HostedPage[] = [
  confirmPage,
  notMePage,
  unsubscribePage,
  dataRequestFormPage,
  dataRequestPage,
  dataRequestArchivePage,
]
