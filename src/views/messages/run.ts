import { EngineError, type EngineErrorCode } from '../../engine/engine.ts'
import { type FailureCode, parseFailure } from '../../run/failure.ts'
import type { RunStage } from '../../state/run/runProgress.ts'
import type { Language } from '../../state/language.ts'
import { counted } from './counted.ts'
import { errorSentence } from './errors.ts'

const stagesZh: Readonly<Record<RunStage, string>> = {
  loading: '正在载入模型',
  starting: '正在准备提示的公共前缀',
  asking: '正在提问',
  paused: '已暂停',
  prior: '正在测空白输入的先验',
  stopping: '答完手上这条就停',
}

const stagesEn: typeof stagesZh = {
  loading: 'Loading the model',
  starting: 'Preparing the prompts’ common beginning',
  asking: 'Asking',
  paused: 'Paused',
  prior: 'Measuring the content-free prior',
  stopping: 'Stopping after the sample in flight',
}

const zh = {
  title: '运行',
  stages: stagesZh,
  loading: '正在读取…',
  failed: '读不出来',
  none: '没有正在进行的运行',
  noneText: '先做一个计划；冻结后就从这里看它跑。',
  toPlan: '去做计划',
  unknownPlan: '没有这个计划',
  unknownPlanText: '它可能在别的浏览器里，或已被删除。',
  planHash: (hash: string) => `计划 ${hash}`,
  sampleCount: (n: string) => `${n} 条`,
  runs: '计划里的运行',
  states: { waiting: '还没开始', running: '正在跑', paused: '已暂停', elsewhere: '在别的标签页里跑', partly: '没跑完', finished: '跑完了' },
  doneOf: (done: string, all: string) => `${done} / ${all}`,
  failedCount: (n: string) => `失败 ${n}`,
  droppedCount: (n: string) => `上文截短 ${n}`,
  answeredCount: (n: string) => `已答 ${n}`,
  demonstration: '演示数据，不是评测基准',
  // controls
  pause: '暂停',
  resume: '继续',
  stop: '停止',
  stopNow: '立刻停止',
  goOn: '接着跑',
  start: '开始跑',
  results: '看结果',
  leaveHint: '可以离开这个页面；关掉标签页也不会丢，回来接着跑。',
  // pace
  rate: (n: string) => `每分钟 ${n} 条`,
  measuring: '速度测量中',
  left: (time: string) => `还要 ${time}`,
  leftRange: (low: string, high: string) => `还要 ${low} 到 ${high}`,
  loadingModel: (name: string, done: string, all: string) => `${name}：${done} / ${all}`,
  // interrupted, elsewhere, ended
  interrupted: '这个计划没有跑完',
  interruptedText: (n: string) => `还差 ${n} 条。已答的都在，接着跑不会重复。`,
  openText: '样本都答过了，但这个计划的读法还要问后面的几层，或者空白输入的先验。不问完，这些样本的有些字段就不在数字里。接着跑只问缺的。',
  elsewhere: '另一个标签页正在跑',
  elsewhereText: '这里只看不动；要暂停或停止，到那个标签页去。',
  ended: { finished: '跑完了', stopped: '已停止', broken: '中断了' },
  finishedText: '所有样本都问过了。',
  nothingLeft: '没有要问的了',
  nothingLeftText: '这个计划的样本，同样的模型和方法以前都问过；答案直接用，没有重复问。所有样本都问过了。',
  alreadyAnswered: (n: string) => `全部 ${n} 个回答都已经有了，没有要问的。`,
  planLeft: (time: string) => `整个计划还要 ${time}`,
  planLeftPartly: (time: string, n: string) => `整个计划至少还要 ${time}；另有 ${n} 条所在的运行还没测过速度`,
  engines: (n: string) => `${n} 个引擎同时在问`,
  writing: '正在写',
  writingOf: (id: string) => `样本 ${id}`,
  noPrior: (why: string) => `空白输入的先验没有测成（${why}）：结果只能照原样读，不能减去先验。`,
  problems: {
    elsewhere: '另一个标签页正在跑同一个运行。',
    datasetGone: '数据（或它的原文）不在这个浏览器里；导入同一个文件再接着跑。',
    otherCut: '计划由另一版程序制定，那一版把提示切成前向计算的办法和这一版不同，8 位运算的答案可能不一样，不能混在一起。请用那一版程序接着跑，或在“计划”里重新制定。',
  },
  modelGone: (name: string) => `模型 ${name} 不在：到“模型”里重新打开它的文件夹，再接着跑。`,
  modelChanged: (name: string) => `模型 ${name} 的文件和计划里记下的不一样，结果不能混在一起。`,
  toModel: '去打开模型',
  busy: '另一个计划正在运行',
  toBusy: '去看它',
  // live
  interim: (matrix: string) => `中途的${matrix}`,
  interimText: (n: string) => `到现在为止的 ${n} 条，数字还会变`,
  matrixOf: (name: string, n: string) => `${name}，${n} 条`,
  goldMatrix: '标注',
  modelMatrix: '模型的答案',
  latest: '最近的答案',
  latestCaption: '最近答的样本，新的在上',
  noneYet: '第一条答案还没回来。',
  gold: '标注',
  answer: '答案',
  // failed
  failures: (n: string) => `失败的样本（${n}）`,
  failuresText: '失败的样本没有答案，不计入任何数字。可以只重试它们。',
  sample: '样本',
  reason: '原因',
  retryAll: '重试全部失败的',
  retryOne: '重试',
  more: (n: string) => `只列前 ${n} 条`,
}

const en: typeof zh = {
  title: 'Run',
  stages: stagesEn,
  loading: 'Reading …',
  failed: 'This could not be read',
  none: 'Nothing is running',
  noneText: 'Make a plan first; once it is frozen, it is watched from here.',
  toPlan: 'Make a plan',
  unknownPlan: 'There is no such plan',
  unknownPlanText: 'It may be in another browser, or deleted.',
  planHash: (hash) => `Plan ${hash}`,
  sampleCount: (n) => counted(n, 'sample'),
  runs: 'Runs of the plan',
  states: { waiting: 'not begun', running: 'running', paused: 'paused', elsewhere: 'running in another tab', partly: 'unfinished', finished: 'finished' },
  doneOf: (done, all) => `${done} / ${all}`,
  failedCount: (n) => `${n} failed`,
  droppedCount: (n) => `${n} with shortened context`,
  answeredCount: (n) => `${n} answered`,
  demonstration: 'For demonstration, not a benchmark',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  stopNow: 'Stop at once',
  goOn: 'Go on',
  start: 'Start',
  results: 'See the results',
  leaveHint: 'You may leave this page. If the tab is closed nothing is lost: come back and go on.',
  rate: (n) => `${n} a minute`,
  measuring: 'measuring the pace',
  left: (time) => `${time} left`,
  leftRange: (low, high) => `${low} to ${high} left`,
  loadingModel: (name, done, all) => `${name}: ${done} of ${all}`,
  interrupted: 'This plan is unfinished',
  interruptedText: (n) => `${counted(n, 'answer is', 'answers are')} missing. What was answered is kept; going on repeats nothing.`,
  openText: 'Every sample was answered, but the way this plan reads answers needs more of the model: later levels of some, or the content-free prior. Until it is asked, figures leave samples out. Going on asks only what is missing.',
  elsewhere: 'Another tab is running it',
  elsewhereText: 'It can be watched here, not changed: pause or stop it in that tab.',
  ended: { finished: 'Finished', stopped: 'Stopped', broken: 'Broken off' },
  finishedText: 'Every sample was asked.',
  nothingLeft: 'Nothing was left to ask',
  nothingLeftText: 'The samples of this plan were answered before by the same model and method; those answers stand, nothing was asked twice. Every sample was asked.',
  alreadyAnswered: (n) => `All ${n} answers are here already; nothing is left to ask.`,
  planLeft: (time) => `${time} left for the whole plan`,
  planLeftPartly: (time, n) => `at least ${time} left for the whole plan; the pace of ${n} more is not known yet`,
  engines: (n) => `${counted(n, 'engine')} at once`,
  writing: 'Being written',
  writingOf: (id) => `sample ${id}`,
  noPrior: (why) => `The content-free prior could not be measured (${why}): the results can be read as they are, not with the prior subtracted.`,
  problems: {
    elsewhere: 'Another tab is at the same run.',
    datasetGone: 'The dataset, or its texts, are not in this browser: import the same file, then go on.',
    otherCut: 'The plan was frozen by a version of the program that cuts prompts into forwards otherwise; where arithmetic is of 8 bits answers may differ, and they must not be mixed. Go on in that version, or freeze the plan anew under “Plan”.',
  },
  modelGone: (name) => `The model ${name} is not here: open its folder under “Model”, then go on.`,
  modelChanged: (name) => `The files of ${name} are not those that the plan pins; results must not be mixed.`,
  toModel: 'Open the model',
  busy: 'Another plan is running',
  toBusy: 'See it',
  interim: (matrix) => `${matrix} so far`,
  interimText: (n) => `interim: ${counted(n, 'sample')} so far, the figures will change`,
  matrixOf: (name, n) => `${name}, ${counted(n, 'sample')}`,
  goldMatrix: 'Gold',
  modelMatrix: 'The model’s answers',
  latest: 'Latest answers',
  latestCaption: 'Samples answered last, the newest first',
  noneYet: 'The first answer is not here yet.',
  gold: 'Gold',
  answer: 'Answer',
  failures: (n) => `Failed samples (${n})`,
  failuresText: 'Failed samples have no answer and are in no figure. They can be retried alone.',
  sample: 'Sample',
  reason: 'Why',
  retryAll: 'Retry all that failed',
  retryOne: 'Retry',
  more: (n) => `the first ${n} are listed`,
}

export const runMessages = { zh, en }

const own: Readonly<Record<Exclude<FailureCode, EngineErrorCode>, Readonly<Record<Language, string>>>> = {
  targetTooLong: { zh: '目标句本身就超过了模型的长度', en: 'The target sentence alone is longer than the model can read' },
  nothingToGive: { zh: '要告诉模型的标签没有', en: 'There is no label to tell the model' },
}

/** A failed prediction's stored reason as a sentence. */
export function failureSentence(reason: string, language: Language): string {
  const { code, message } = parseFailure(reason)
  if (code === null) return message
  if (code === 'targetTooLong' || code === 'nothingToGive') return own[code][language]
  return isEngineCode(code) ? errorSentence(new EngineError(code, message), language) : reason
}

const engineCodes: Readonly<Record<EngineErrorCode, true>> = {
  missingFile: true, truncatedFile: true, wrongHash: true, notJson: true, notOnnx: true, htmlInsteadOfFile: true,
  unsupportedArchitecture: true, noTokenizer: true, tokenizerMismatch: true, wrongOutputs: true, deviceUnavailable: true, deviceDisagrees: true, deviceLost: true,
  outOfMemory: true, promptTooLong: true, nonFiniteLogits: true, cancelled: true, timedOut: true, failed: true,
}

function isEngineCode(code: string): code is EngineErrorCode {
  return Object.hasOwn(engineCodes, code)
}
