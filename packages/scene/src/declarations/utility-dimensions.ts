import { angle, distance, distance3 } from '../attribute.ts';
import { declareNode } from '../node-declaration.ts';
import { dagNode } from './dag.ts';

/**
 * Measuring shapes: their points are driven, as a rule by locators, and what they measure drives rigs.
 *
 * Names: Maya help, node reference; short names as in files saved by Maya.
 */
export const distanceDimShape = declareNode({
  type: 'distanceDimShape',
  base: dagNode,
  attributes: {
    startPoint: distance3('startPoint', 'sp'),
    endPoint: distance3('endPoint', 'ep'),
    distance: distance('dist'),
  },
});

export const angleDimension = declareNode({
  type: 'angleDimension',
  base: dagNode,
  attributes: {
    startPoint: distance3('startPoint', 'sp'),
    middlePoint: distance3('middlePoint', 'mp'),
    endPoint: distance3('endPoint', 'ep'),
    angle: angle('angl'),
  },
});

export const UTILITY_DIMENSION_DECLARATIONS = [distanceDimShape, angleDimension];
