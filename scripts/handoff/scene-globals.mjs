/** What every Maya scene says about itself: units, time, range, picture, layers, lists of shaders and lights. */
import { values } from './ma-file.mjs';
import { RANGE, SAVED_FRAME } from './motion.mjs';

export const headerLines = () => [
  'requires maya "2024";',
  'currentUnit -l centimeter -a degree -t film;',
  'fileInfo "product" "Rigline demo shot";',
  'fileInfo "license" "MIT";',
];

/** Nodes that Maya has once in a scene, and the connections that go to them. */
export function closingStatements(file) {
  file.node('lightLinker', 'lightLinker1', {
    isShared: true,
    isDag: false,
    attributes: ['-s 2 ".lnk"', '-s 2 ".slnk"'],
  });
  file.compute('displayLayerManager', 'layerManager');
  file.compute('displayLayer', 'defaultLayer');
  file.compute('renderLayerManager', 'renderLayerManager');
  file.compute('renderLayer', 'defaultRenderLayer', ['".g" yes']);
  const { first, last } = RANGE;
  file.compute('script', 'sceneConfigurationScriptNode', [
    `".b" ${values.string(`playbackOptions -min ${first} -max ${last} -ast ${first} -aet ${last} `)}`,
    '".st" 6',
  ]);
  for (const kind of ['link', 'shadowLink']) {
    for (const group of ['initialShadingGroup', 'initialParticleSE']) {
      file.statement(`relationship "${kind}" ":lightLinker1" ":${group}.message" ":defaultLightSet.message";`);
    }
  }
  file.connect('layerManager.dli[0]', 'defaultLayer.id');
  file.connect('renderLayerManager.rlmi[0]', 'defaultRenderLayer.rlid');
  file.connect('defaultRenderLayer.msg', ':defaultRenderingList1.r', ' -na');
  file.connect('ikRPsolver.msg', ':ikSystem.sol', ' -na');
  for (const light of ['lantern_light', 'moonLight', 'fillLight', 'skyLight']) {
    file.connect(`${light}Shape.ltd`, ':lightList1.l', ' -na');
    file.connect(`${light}.iog`, ':defaultLightSet.dsm', ' -na');
  }
}

/** Settings of nodes that are there in every scene. */
export const settingStatements = (materialCount) => [
  `select -ne :time1;\n\tsetAttr ".o" ${SAVED_FRAME};\n\tsetAttr ".unw" ${SAVED_FRAME};`,
  'select -ne :hardwareRenderingGlobals;\n\tsetAttr ".fprt" yes;',
  `select -ne :renderPartition;\n\tsetAttr -s ${materialCount + 2} ".st";`,
  'select -ne :renderGlobalsList1;',
  `select -ne :defaultShaderList1;\n\tsetAttr -s ${materialCount + 4} ".s";`,
  'select -ne :postProcessList1;\n\tsetAttr -s 2 ".p";',
  'select -ne :defaultRenderingList1;',
  'select -ne :lightList1;\n\tsetAttr -s 4 ".l";',
  'select -ne :initialShadingGroup;\n\tsetAttr ".ro" yes;',
  'select -ne :initialParticleSE;\n\tsetAttr ".ro" yes;',
  ['select -ne :defaultRenderGlobals;', `\tsetAttr ".fs" ${RANGE.first};`, `\tsetAttr ".ef" ${RANGE.last};`].join('\n'),
  [
    'select -ne :defaultResolution;',
    '\tsetAttr ".w" 1920;',
    '\tsetAttr ".h" 1080;',
    '\tsetAttr ".pa" 1;',
    '\tsetAttr ".dar" 1.7777777910232544;',
  ].join('\n'),
  'select -ne :defaultLightSet;\n\tsetAttr -s 4 ".dsm";',
  'select -ne :ikSystem;\n\tsetAttr -s 1 ".sol";',
];
