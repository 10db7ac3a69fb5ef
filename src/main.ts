/** Functions that Google calls by name. The build adds a top-level function for each. */

export { formula } from './google/custom-function.ts';
export { checkFormula } from './google/market-check.ts';
export {
  addAdsReport,
  addBidsReport,
  addItemsReport,
  addReorderReport,
  exportFiles,
  exportToWarehouse,
  helpAndSupport,
  makeToday,
  onInstall,
  onOpen,
  openSidebar,
  pauseAllJobs,
  refreshNow,
  removeDemo,
  setUpStandardJobs,
  showChanges,
  showJobs,
  showLog,
  showRules,
  showStatus,
  sidebarCall,
  tryDemo,
  undoLastRun,
} from './google/menu.ts';
export { refreshDue } from './google/trigger-entry.ts';
