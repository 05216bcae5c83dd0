import type { GraphKind } from '../../domain/model.ts'
import type { WalkedModel } from '../../engine/engine.ts'

const graphsZh: Readonly<Record<GraphKind, string>> = { rewritten: '改写的图', asShipped: '原来的图' }
const graphsEn: typeof graphsZh = { rewritten: 'rewritten graph', asShipped: 'graph as shipped' }
const walksZh: Readonly<Record<WalkedModel['walk']['kind'], string>> = { tree: '树：一次前向走完所有分支', fork: '分叉：每个分支一次前向', single: '分类器：一次前向' }
const walksEn: typeof walksZh = { tree: 'tree: one forward over all branches', fork: 'forks: one forward a branch', single: 'classifier: one forward' }

const zh = {
  title: '在这台机器上怎么跑',
  untried: '还没有在这台机器上试过：先用 WASM、一个引擎。',
  untriedText: '试跑最多 20 秒：WASM 还是 WebGPU、改写的图还是原来的图、几个引擎一起，各跑一会儿，记下最快的。短的运行不值得试。',
  measure: '试跑',
  again: '重新试跑',
  stop: '停止试跑',
  trying: (way: string) => `正在试 ${way}`,
  failed: '试跑没有做成',
  tried: (when: string, seconds: string) => `${when} 试过，用了 ${seconds} 秒；记在这个浏览器里，换了模型文件、精度、浏览器或显卡就要重试。`,
  caption: '试过的跑法',
  columns: { way: '跑法', rate: '每分钟（试句）', loading: '载入', note: '说明' },
  graph: '图',
  graphs: graphsZh,
  way: (device: string, dtype: string, graph: string) => `${device} · ${dtype} · ${graph}`,
  engines: (workers: string, threads: number | null) => `${workers} 个引擎${threads === null ? '' : `，各 ${threads} 线程`}`,
  chosen: '选用',
  noTime: '20 秒里来不及试',
  seconds: (n: string) => `${n} 秒`,
  workers: '引擎数',
  workersHint: (most: string, cores: string) => `按内存和核数最多 ${most} 个（${cores} 核）。引擎数只影响快慢，不影响答案，所以不在计划里。`,
  automatic: (n: string) => `自动（${n}）`,
  closed: '正在运行计划，跑完再试。',
  // the model in memory
  walkTitle: '怎么走这张图',
  walk: '走法',
  walks: walksZh,
  left: '没有改写的地方',
  tokenScales: '按词元定标的量化',
  tokenScalesValue: (n: string) => `${n} 处激活：不改的话 int8 会失真`,
  treeAndFork: '树与分叉之差',
  deviceAndWasm: 'WebGPU 与 WASM 之差',
  deviations: (value: string) => `logits 标准差的 ${value} 倍（载入时用一小段文字测的；超过限度就不用这条路）`,
  checked: '运行中每 200 条抽一条，用分叉再算一遍，差多少写在运行页和结果页。',
}

const en: typeof zh = {
  title: 'How it runs on this machine',
  untried: 'Not tried on this machine yet: WASM and one engine are taken.',
  untriedText: 'A trial takes 20 seconds at most: WASM or WebGPU, the graph rewritten or as shipped, several engines at once; each runs for a moment, and the fastest is remembered. A short run is not worth one.',
  measure: 'Measure',
  again: 'Measure again',
  stop: 'Stop measuring',
  trying: (way) => `Trying ${way}`,
  failed: 'It could not be measured',
  tried: (when, seconds) => `Measured ${when} in ${seconds} s and remembered in this browser; other model files, another dtype, browser or graphics adapter are measured anew.`,
  caption: 'Ways that were tried',
  columns: { way: 'Way', rate: 'A minute (trial sentences)', loading: 'Loading', note: 'Note' },
  graph: 'Graph',
  graphs: graphsEn,
  way: (device, dtype, graph) => `${device} · ${dtype} · ${graph}`,
  engines: (workers, threads) => `${workers} ${workers === '1' ? 'engine' : 'engines'}${threads === null ? '' : `, ${threads} ${threads === 1 ? 'thread' : 'threads'} each`}`,
  chosen: 'taken',
  noTime: 'no time for it within the 20 seconds',
  seconds: (n) => `${n} s`,
  workers: 'Engines',
  workersHint: (most, cores) => `By memory and cores ${most} at most (${cores} cores). They change how fast it goes and no answer, so no plan names them.`,
  automatic: (n) => `automatic (${n})`,
  closed: 'A plan is running; measure afterwards.',
  walkTitle: 'How the graph is walked',
  walk: 'Walk',
  walks: walksEn,
  left: 'Left as it was',
  tokenScales: 'One scale a token',
  tokenScalesValue: (n) => `${n} activations: without it int8 distorts the model`,
  treeAndFork: 'Tree against forks',
  deviceAndWasm: 'WebGPU against WASM',
  deviations: (value) => `${value} standard deviations of the logits (measured at load on a short text; a way beyond its tolerance is not taken)`,
  checked: 'During a run one sample in 200 is asked by forks as well; how far they were apart stands with the run and its results.',
}

export const modelTrialMessages = { zh, en }
