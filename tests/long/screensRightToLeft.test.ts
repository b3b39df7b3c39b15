import { testScenes } from '../scenes/clipping.ts'

testScenes('ar-XB', 390)
