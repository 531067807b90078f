import sharp from 'sharp'
const [file, out, w='1000', crop] = process.argv.slice(2)
let s = sharp(file).autoOrient()
if (crop) { const [left,top,width,height]=crop.split(',').map(Number); s = s.extract({left,top,width,height}) }
await s.resize({width:Number(w)}).png().toFile(out)
